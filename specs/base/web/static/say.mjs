// Sentences in the language of this page: English is in the code, translations come with the page.
const { forms, words } = JSON.parse(document.getElementById("words")?.textContent ?? '{"forms":{},"words":{}}');
export const language = document.documentElement.lang;
const locale = language === "en" ? "en-GB" : language;
const kinds = new Intl.PluralRules(locale), numbers = new Intl.NumberFormat(locale), rows = new Intl.ListFormat(locale);

// Return a whole sentence in the page's language; `{name}` in it is a value.
export function say(template, values = {}) {
  return parts(words[template] ?? template, values).join("");
}

// Return a sentence that counts `{n}` of something, in the plural form that the language needs.
export function sayMany(one, many, n, values = {}) {
  return counted(one, many, n, values).join("");
}

// Return a sentence whose values may be elements, as a list of its parts.
export function sayParts(template, values) {
  return parts(words[template] ?? template, values);
}

export function sayManyParts(one, many, n, values) {
  return counted(one, many, n, values);
}

function counted(one, many, n, values) {
  const found = words[one];
  const text = found ? found[forms[kinds.select(n)] ?? forms.other] : n === 1 ? one : many;
  return parts(text, { n, ...values });
}

function parts(text, values) {
  return text.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? shown(values[part]) : part));
}

function shown(value) {
  return typeof value === "number" ? number(value) : value;
}

export function number(value) {
  return numbers.format(value).replace("-", "−");
}

// `A`, `A and B`, `A, B and C`.
export function listed(items) {
  return rows.format(items);
}
