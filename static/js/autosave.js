// Sends one cell at a time with the version it was seen in; keeps what could not be sent and tries again.
// A cell: {kind, score, comment, version, save, saved, theirs, theirVersion, error}. `save` is one of
// saved, saving, waiting (no connection), conflict (another version was saved first), refused (a rule forbids it).
const FIRST_DELAY = 1000, LONGEST_DELAY = 30000;

export const values = (cell) => ({ state: cell.kind, score: cell.kind === "scored" ? cell.score : null, comment: cell.comment });
const same = (a, b) => a.state === b.state && a.score === b.score && a.comment === b.comment;

export class Autosave {
  // `changed(cell)` is called after each step; `closed(sentence)` when the worksheet takes no answers any more;
  // `away(isSignedOut)` when the server can't be reached.
  constructor({ url, csrf, changed, closed, away }) {
    Object.assign(this, { url, csrf, changed, closed, away, waiting: new Map() });
    addEventListener("online", () => this.retryAll());
  }

  put(cell) {
    if (cell.save === "saving") cell.again = true; // one request a cell at a time: the next one needs the new version
    else this.#send(cell);
  }

  retryAll() {
    for (const [cell, timer] of [...this.waiting]) { clearTimeout(timer); this.waiting.delete(cell); this.#send(cell); }
  }

  // keep one's own value against the version that was saved first
  keep(cell) { cell.version = cell.theirVersion ?? cell.version; this.put(cell); }

  // take what is saved
  take(cell, saved, version) {
    Object.assign(cell, { kind: saved.state, score: saved.score, comment: saved.comment, version, saved, save: "saved", error: "" });
    this.changed(cell);
  }

  async #send(cell) {
    const sent = values(cell);
    Object.assign(cell, { save: "saving", again: false, error: "" });
    this.changed(cell);
    const answer = await this.#post({ ...sent, candidate: cell.candidate, criterion: cell.criterion, version: cell.version });
    if (answer === null || answer.status >= 500 || answer.status === 429) return this.#later(cell, false);
    if (answer.type === "opaqueredirect") return this.#later(cell, true);
    const body = await answer.json().catch(() => null);
    if (body?.code === "csrf") return this.#later(cell, true);
    if (answer.ok && body) this.#done(cell, sent, body.version);
    else if (body?.code === "stale_version") Object.assign(cell, { save: "conflict", theirs: body.saved, theirVersion: body.version });
    else this.#refuse(cell, answer.status, body);
    this.changed(cell);
    if (cell.save === "saved" && cell.again) this.#send(cell);
  }

  async #post(body) {
    const headers = { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": this.csrf };
    try {
      return await fetch(this.url, { method: "POST", redirect: "manual", headers, body: JSON.stringify(body) });
    } catch {
      return null; // no connection
    }
  }

  #done(cell, sent, version) {
    Object.assign(cell, { version, saved: sent, delay: 0, returned: "", confirm: false });
    cell.save = "saved";
    if (same(sent, values(cell))) cell.again = false;
    this.away(false);
  }

  #later(cell, isSignedOut) {
    cell.save = "waiting";
    cell.delay = Math.min((cell.delay || FIRST_DELAY / 2) * 2, LONGEST_DELAY);
    this.waiting.set(cell, setTimeout(() => { this.waiting.delete(cell); this.#send(cell); }, cell.delay));
    this.away(isSignedOut);
    this.changed(cell);
  }

  #refuse(cell, status, body) {
    Object.assign(cell, { save: "refused", error: body?.detail ?? `${status}` });
    if (status === 409) this.closed(cell.error); // submitted elsewhere, the deadline, or the stage has moved on
  }
}
