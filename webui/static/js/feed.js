// Where snapshots come from: a stream shared by all pages of the browser, a stream of this page alone, or polling.

const STALE_MS = 25000;
const RETRY_MS = [500, 1000, 2000, 4000, 5000];
const POLL_LEAST_MS = 250;

/**
 * Calls `onSnapshot(snapshot)` for every new state and `onConnection(live)` when the line is lost or found again.
 * `?poll=500` in the page's address asks for the state every 500 ms instead of holding a stream.
 * Returns { again() } to open the line anew, for instance after becoming the scorer.
 */
export function openFeed({ onSnapshot, onConnection }) {
  let live = null;
  const setLive = (now) => {
    if (now !== live) onConnection(live = now);
  };
  const receive = (text) => {
    const snapshot = JSON.parse(text);
    const build = document.documentElement.dataset.build;
    if (build && snapshot.build !== build) return location.reload(); // The server was updated; so must this page be.
    setLive(true);
    onSnapshot(snapshot);
  };
  const pollMs = Number(new URLSearchParams(location.search).get("poll"));
  if (pollMs > 0) return openPolling(Math.max(pollMs, POLL_LEAST_MS), receive, setLive);
  if ("SharedWorker" in window) {
    try {
      return openShared(receive, setLive);
    } catch {
      // Some embedded browsers have the name but not the thing.
    }
  }
  return openOwn(receive, setLive);
}

function openShared(receive, setLive) {
  const build = document.documentElement.dataset.build;
  const worker = new SharedWorker(`/static/js/feed_worker.js?build=${build}`, { name: `kibitz-${build}` });
  let heardAt = Date.now();
  worker.onerror = () => setLive(false);
  worker.port.onmessage = ({ data }) => {
    heardAt = Date.now();
    if (data.kind === "snapshot") receive(data.data);
    else setLive(data.kind === "alive");
  };
  worker.port.start();
  addEventListener("pagehide", () => worker.port.postMessage("bye"));
  addEventListener("pageshow", (event) => event.persisted && location.reload());
  setInterval(() => Date.now() - heardAt > STALE_MS + 5000 && setLive(false), 2000);
  return { again: () => worker.port.postMessage("again") };
}

function openOwn(receive, setLive) {
  let source = null;
  let retries = 0;
  let heardAt = Date.now();
  let timer = 0;
  const connect = () => {
    clearTimeout(timer);
    source?.close();
    source = new EventSource("/api/stream");
    heardAt = Date.now();
    source.addEventListener("snapshot", (event) => {
      heardAt = Date.now();
      retries = 0;
      receive(event.data);
    });
    source.addEventListener("heartbeat", () => {
      heardAt = Date.now();
      setLive(true);
    });
    source.onerror = () => {
      source.close();
      setLive(false);
      timer = setTimeout(connect, RETRY_MS[Math.min(retries++, RETRY_MS.length - 1)]);
    };
  };
  const connectIfStale = () => {
    if (Date.now() - heardAt > STALE_MS) {
      setLive(false);
      connect();
    }
  };
  setInterval(connectIfStale, 2000);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && connectIfStale());
  connect();
  return { again: connect };
}

function openPolling(pollMs, receive, setLive) {
  let version = "";
  const poll = async () => {
    try {
      const response = await fetch(`/api/state?since=${version}`, { cache: "no-store", signal: AbortSignal.timeout(5000) });
      if (response.status === 200) {
        const text = await response.text();
        version = JSON.parse(text).version;
        receive(text);
      } else setLive(response.status === 204);
    } catch {
      setLive(false);
    }
    setTimeout(poll, pollMs);
  };
  poll();
  return { again: () => { version = ""; } };
}
