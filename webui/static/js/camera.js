// What the camera sees, with boxes; and the four clicks that say where the table is.

import { get, post } from "./commands.js";
import { cardSign } from "./cards.js";
import { h } from "./dom.js";
import { openFeed } from "./feed.js";

const LOOK_EVERY_MS = 300;
const CORNER_NAMES = ["bottom left", "top left", "top right", "bottom right"];

const at = (id) => document.getElementById(id);
const stage = at("stage");
const picture = at("picture");
const canvas = at("boxes");
const look = { number: null, boxes: [], corners: null, seats: [] };
let picked = null;

function notice(text) {
  at("notice").hidden = !text;
  at("notice").textContent = text ?? "";
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function path(context, points) {
  context.beginPath();
  points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
}

function drawLabel(context, text, x, y, size, ground) {
  context.font = `600 ${size}px system-ui, sans-serif`;
  const width = context.measureText(text).width + size * 0.7;
  const left = Math.min(Math.max(x - width / 2, 0), context.canvas.width - width);
  const top = Math.max(y - size * 1.6, 0);
  context.fillStyle = ground;
  context.fillRect(left, top, width, size * 1.45);
  context.fillStyle = "#10130f";
  context.fillText(text, left + size * 0.35, top + size * 1.08);
}

function drawBoxes() {
  if (!picture.naturalWidth) return;
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  const context = canvas.getContext("2d");
  const size = Math.max(13, canvas.width / 62);
  const sure = colour("--turn") || "#f4bd4f";
  for (const box of look.boxes) {
    context.lineWidth = Math.max(2, canvas.width / 420);
    context.strokeStyle = box.confidence >= 0.9 ? sure : "#ff7f6b";
    context.setLineDash(box.confidence >= 0.9 ? [] : [context.lineWidth * 4, context.lineWidth * 3]);
    path(context, box.quad_xy);
    context.closePath();
    context.stroke();
    const who = box.seat === null ? "" : ` ${look.seats[box.seat]?.name ?? ""}`;
    const top = box.quad_xy.reduce((best, point) => (point[1] < best[1] ? point : best));
    drawLabel(context, `${cardSign(box.label)}${who} ${Math.round(box.confidence * 100)} %`, top[0], top[1], size, context.strokeStyle);
  }
  const corners = picked ?? look.corners;
  if (!corners?.length) return;
  const points = corners.map(([x, y]) => [x * canvas.width, y * canvas.height]);
  context.setLineDash([]);
  context.strokeStyle = "#6fb1ff";
  context.lineWidth = Math.max(2, canvas.width / 360);
  path(context, points);
  if (points.length === 4) context.closePath();
  context.stroke();
  points.forEach(([x, y], index) => drawLabel(context, String(index + 1), x, y, size, "#6fb1ff"));
}

function drawSeen() {
  at("seen-list").replaceChildren(...look.boxes.map((box) => h("li", {},
    h("span", {}, cardSign(box.label), box.seat !== null && look.seats[box.seat] ? `, ${look.seats[box.seat].name}` : ""), h("span", { class: "soft" }, `${Math.round(box.confidence * 100)} %`))));
}

async function lookAgain() {
  if (document.visibilityState === "visible") {
    try {
      const seen = await get("/api/camera");
      const isNew = seen.number !== look.number;
      Object.assign(look, seen);
      at("no-picture").hidden = seen.number !== null;
      picture.hidden = seen.number === null;
      canvas.hidden = picture.hidden;
      stage.classList.remove("is-old");
      for (const label of document.querySelectorAll(".seat-label")) {
        label.textContent = seen.seats.find((seat) => seat.side === label.dataset.side)?.name ?? "";
      }
      if (isNew && seen.number !== null) {
        picture.src = `/api/camera.jpg?n=${seen.number}`;
        await picture.decode().catch(() => {});
        drawSeen();
      }
      drawBoxes();
    } catch (error) {
      stage.classList.add("is-old");
      if (error.status === 403) return notice(error.message);
    }
  }
  setTimeout(lookAgain, LOOK_EVERY_MS);
}

function hint(text) {
  at("corners-hint").textContent = text;
}

at("corners-start").addEventListener("click", () => {
  if (look.number === null) return hint("There is no picture to click in yet.");
  picked = [];
  stage.classList.add("is-picking");
  hint(`Click the ${CORNER_NAMES[0]} corner.`);
});

at("corners-forget").addEventListener("click", () => send(null, "Forgotten."));

canvas.addEventListener("click", (event) => {
  if (!picked) return;
  const frame = canvas.getBoundingClientRect();
  picked.push([(event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height]);
  drawBoxes();
  if (picked.length < 4) return hint(`Click the ${CORNER_NAMES[picked.length]} corner.`);
  const corners = picked;
  picked = null;
  stage.classList.remove("is-picking");
  send(corners, "The table's corners are kept.");
});

async function send(corners, done) {
  try {
    await post("/api/camera/corners", { corners });
    look.corners = corners;
    hint(done);
    drawBoxes();
  } catch (error) {
    hint(error.message);
  }
}

openFeed({
  onSnapshot: (snapshot) => {
    at("status").textContent = snapshot.status.sentence;
    at("status").dataset.tone = snapshot.status.tone;
  },
  onConnection: (live) => {
    at("stale").hidden = live;
    stage.classList.toggle("is-old", !live);
  },
});
lookAgain();
