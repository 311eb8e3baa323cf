// Questions of Kibitz and findings of the referee.

import { cardFace } from "./cards.js";
import { h, signed } from "./dom.js";
import { backToTheCards } from "./open_items.js";

/** What a finding is about: its picture, or drawn by `face(item)`; a button where `onCard(item)` may correct it. */
export function evidence(item, { onCard, face }) {
  const shown = item.picture
    ? h("img", { src: item.picture, alt: `Picture of ${item.caption}`, loading: "lazy" })
    : h("div", { class: "drawn" }, face ? face(item) : cardFace(item.card));
  return h("li", {},
    onCard ? h("button", { type: "button", "data-key": `look-${item.entry}-${item.place ?? 0}`, "data-entry": item.entry, "aria-label": `Look at ${item.caption}`, onclick: () => onCard(item) }, shown) : shown,
    h("span", {}, item.caption));
}

function question(item, isScorer, run) {
  return h("article", { class: "finding is-question", "data-question": item.id },
    h("h3", {}, item.sentence),
    item.picture && h("ul", { class: "evidence" }, h("li", {}, h("img", { src: item.picture, alt: "What the camera saw" }))),
    isScorer
      ? h("div", { class: "row" }, item.choices.map((choice) => h("button", {
        type: "button", class: "button", "data-key": `answer-${item.id}-${choice.code}`,
        onclick: () => run(`/api/questions/${encodeURIComponent(item.id)}/answer`, { choice: choice.code }),
      }, choice.title)))
      : h("p", { class: "soft" }, "The scorer answers this."));
}

/** What only a player can tell: one tap, now or later, while play goes on. */
function request(item, { run, isScorer, ownRequest }) {
  const answer = (choice) => h("button", {
    type: "button", class: "button", "data-key": `declare-${item.id}-${choice.choice}`, "data-choice": choice.choice,
    onclick: () => run("/api/declare", { entry: item.entry, kind: item.kind, choice: choice.choice }),
  }, choice.title);
  return h("article", { class: "finding is-question", "data-request": item.id, "data-kind": item.kind },
    h("div", { class: "finding-head" }, h("h3", {}, item.sentence), item.trick !== null && h("span", { class: "rule" }, `Trick ${item.trick}`)),
    isScorer
      ? ownRequest(item) ?? h("div", { class: "row" }, item.choices.map(answer))
      : h("p", { class: "soft" }, "The scorer enters this."));
}

function scoreLine(choice, teams) {
  if (!choice.scores) return null;
  return h("small", {}, choice.scores.map((score, team) => `${teams[team].name} ${signed(score)}`).join(", "));
}

/** A finding of an earlier round says so: "trick 1" alone would be looked for in the wrong place. */
function whereAndRule(item, snapshot) {
  const isEarlier = item.round !== null && item.round !== snapshot.round?.number;
  return [isEarlier && `${snapshot.gou_ji ? "Hand" : "Round"} ${item.round}`, item.rule].filter(Boolean).join(" · ");
}

function finding(item, snapshot, { run, face, onCard, onMisread, onMissed }) {
  const settled = !item.is_open;
  const badge = whereAndRule(item, snapshot);
  if (settled) {
    return h("article", { class: "finding is-settled", "data-verdict": item.id, "data-code": item.code },
      h("div", { class: "finding-head" }, h("h3", {}, item.title), badge && h("span", { class: "rule" }, badge)),
      h("span", {}, item.sentence, " ", item.decided && h("b", {}, item.decided)));
  }
  const decide = (choice) => (choice.decision === "misread" && item.pictures.length > 0 && onMisread
    ? onMisread(item)
    : run(`/api/verdicts/${encodeURIComponent(item.id)}/rule`, { decision: choice.decision }));
  const isPenalty = (choice) => choice.decision.startsWith("penalty:");
  const buttons = (choices) => h("div", { class: "row" }, choices.map((choice) => h("button", {
    type: "button", class: "button small", "data-decision": choice.decision, "data-key": `rule-${item.id}-${choice.decision}`, onclick: () => decide(choice),
  }, choice.title, scoreLine(choice, snapshot.teams))));
  return h("article", { class: "finding is-open", "data-verdict": item.id, "data-code": item.code },
    h("div", { class: "finding-head" }, h("h3", {}, item.title), badge && h("span", { class: "rule" }, badge)),
    h("p", {}, item.sentence),
    item.legal && h("p", { class: "legal" }, item.legal),
    item.pictures.length > 0 && h("ul", { class: "evidence" }, item.pictures.map((each) => evidence(each, { face, onCard }))),
    item.blocks_score && h("p", { class: "legal" }, "It is not scored until this is settled."),
    snapshot.is_scorer
      ? [item.code === "trick_incomplete" && h("div", { class: "row" }, h("button", { type: "button", class: "button small primary", "data-key": `missed-${item.id}`, onclick: () => onMissed(item) }, "Add the missed card")),
        buttons(item.choices.filter((choice) => !isPenalty(choice))),
        item.choices.some(isPenalty) && h("p", { class: "or" }, "or a penalty"),
        item.choices.some(isPenalty) && buttons(item.choices.filter(isPenalty))]
      : item.choices.length > 0 && h("p", { class: "soft" }, "The table decides; the scorer enters it."));
}

/** Questions and requests first, then open findings with the newest on top, then settled ones. */
export function attentionView(snapshot, actions) {
  const open = snapshot.verdicts.filter((item) => item.is_open).reverse();
  const settled = snapshot.verdicts.filter((item) => !item.is_open).slice(-4);
  const leadsBack = snapshot.is_scorer && [snapshot.questions, snapshot.requests, open].some((items) => items.length > 0);
  return [
    leadsBack && backToTheCards(),
    ...snapshot.questions.map((item) => question(item, snapshot.is_scorer, actions.run)),
    ...snapshot.requests.map((item) => request(item, { ...actions, isScorer: snapshot.is_scorer })),
    ...open.map((item) => finding(item, snapshot, actions)),
    ...settled.map((item) => finding(item, snapshot, actions)),
  ];
}
