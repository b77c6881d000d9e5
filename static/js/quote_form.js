// Typed quote: "16 × 228400 = 3654400" beside each line, exact by whole numbers.
const table = document.querySelector("[data-echo]");

// "12.5" → [125n, 1]; null for what is no plain number
function parts(text) {
  const found = /^(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (!found) return null;
  const fraction = found[2] ?? "";
  return [BigInt(found[1] + fraction), fraction.length];
}

function shown(value, places) {
  const digits = value.toString().padStart(places + 1, "0");
  const whole = digits.slice(0, digits.length - places);
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (fraction ? `.${fraction}` : "");
}

// the price of the highest tier that the quantity reaches: "8: 95; 16: 90"
function tierPrice(quantity, base, text) {
  let found = base, reached = null;
  for (const part of text.split(/[;\n；]/).filter((each) => each.trim())) {
    const [start, price] = part.replace("：", ":").split(":").map((each) => parts(each ?? ""));
    if (!start || !price) return null;
    const holds = compared(start, quantity) <= 0;
    if (holds && (reached === null || compared(start, reached) > 0)) [found, reached] = [price, start];
  }
  return found;
}

function compared(left, right) {
  const a = left[0] * 10n ** BigInt(right[1]);
  const b = right[0] * 10n ** BigInt(left[1]);
  return a < b ? -1 : Number(a > b);
}

function field(row, name) { return row.querySelector(`[name$="-${name}"]`); }

function refresh(row) {
  const quantity = parts(field(row, "quantity")?.value ?? "");
  const base = parts(field(row, "unit_price")?.value ?? "");
  const price = quantity && base && tierPrice(quantity, base, field(row, "breaks")?.value ?? "");
  const discount = parts(field(row, "discount")?.value || "0");
  const cell = row.querySelector("[data-total]");
  cell.textContent = "";
  if (!quantity || !price || !discount || discount[0] > 100n * 10n ** BigInt(discount[1])) return;
  const share = 100n * 10n ** BigInt(discount[1]) - discount[0];
  const total = quantity[0] * price[0] * share;
  cell.textContent = shown(total, quantity[1] + price[1] + discount[1] + 2);
}

for (const row of table?.tBodies[0].rows ?? []) {
  row.addEventListener("input", () => refresh(row));
  refresh(row);
}
