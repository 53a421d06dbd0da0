import { locale } from '#words/t.ts'

/** Compares names as people sort them: `team-2` comes before `team-10`. */
export const compareNames = new Intl.Collator(locale, { numeric: true }).compare
