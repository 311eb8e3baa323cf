// Commands to the server: JSON posts that answer with the new version, or with a sentence saying why not.

/** A refusal or a failed connection; `message` can be shown as it is. */
export class CommandError extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options });
  } catch {
    throw new CommandError("Kibitz does not answer. Nothing was changed; try again when the page is live.", 0);
  }
  const isJson = response.headers.get("content-type")?.includes("application/json");
  const answer = isJson ? await response.json() : {};
  if (!response.ok) throw new CommandError(answer.error ?? `Kibitz refused (${response.status}).`, response.status);
  return answer;
}

export function post(path, body = {}) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Kibitz": "1" },
    body: JSON.stringify(body),
  });
}

export function get(path) {
  return ask(path, {});
}
