// One event stream for all pages of this browser. Browsers allow six connections per server; without this,
// the seventh page would not even load. Every page connects here and gets the same snapshots.

const STALE_MS = 25000;
const RETRY_MS = [500, 1000, 2000, 4000, 5000];

const ports = new Set();
let source = null;
let retries = 0;
let lastHeard = 0;
let lastSnapshot = null;
let timer = 0;

function tell(message) {
  for (const port of ports) port.postMessage(message);
}

function heard() {
  lastHeard = Date.now();
  retries = 0;
}

function connect() {
  clearTimeout(timer);
  source?.close();
  source = new EventSource("/api/stream");
  lastHeard = Date.now();
  source.addEventListener("snapshot", (event) => {
    heard();
    lastSnapshot = event.data;
    tell({ kind: "snapshot", data: lastSnapshot });
  });
  source.addEventListener("heartbeat", () => {
    heard();
    tell({ kind: "alive" });
  });
  source.onerror = () => {
    // EventSource gives up for good on an HTTP error, so the retrying is done here, for ever.
    source.close();
    source = null;
    tell({ kind: "stale" });
    timer = setTimeout(connect, RETRY_MS[Math.min(retries++, RETRY_MS.length - 1)]);
  };
}

setInterval(() => {
  if (source && Date.now() - lastHeard > STALE_MS) {
    tell({ kind: "stale" });
    connect();
  }
}, 2000);

self.onconnect = ({ ports: [port] }) => {
  ports.add(port);
  port.onmessage = ({ data }) => {
    if (data === "bye") {
      ports.delete(port);
      if (ports.size === 0) {
        clearTimeout(timer);
        source?.close();
        source = null;
      }
    } else if (data === "again") {
      connect();
    }
  };
  if (!source) connect();
  else if (lastSnapshot && Date.now() - lastHeard < STALE_MS) port.postMessage({ kind: "snapshot", data: lastSnapshot });
};
