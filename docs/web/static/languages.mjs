// The languages that the site speaks, by their codes.
export const LANGUAGES = { en: "English", de: "Deutsch", it: "Italiano", pl: "Polski" };
