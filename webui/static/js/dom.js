// Small ways to build and refresh parts of the page.

const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "vars") for (const [key, each] of Object.entries(value)) node.style.setProperty(key, each);
    else if (value === true) node.setAttribute(name, "");
    else node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element: h("p", { class: "note" }, "text", child). Absent children and attributes are skipped. */
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG_NAMESPACE, tag), attributes, children);
}

/**
 * A part of the page that is drawn again only when what it shows has changed.
 * `select` picks that from the snapshot, `draw` returns nodes. Focus stays on the element with the same data-key.
 */
export function panel(host, select, draw) {
  let shown;
  return (snapshot) => {
    const material = select(snapshot);
    const now = JSON.stringify(material);
    if (now === shown) return;
    shown = now;
    const active = host.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    const drawn = draw(material, snapshot);
    host.replaceChildren(...[drawn].flat(Infinity).filter(Boolean));
    host.hidden = host.childNodes.length === 0;
    if (active) host.querySelector(`[data-key="${CSS.escape(active)}"]`)?.focus();
  };
}

/** "one card", "3 cards". */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/** 3 → "3", -2 → "−2" with a real minus sign. */
export function signed(number) {
  return number < 0 ? `−${-number}` : String(number);
}
