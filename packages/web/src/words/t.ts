import { createElement, Fragment, type ReactNode } from 'react'

/** The texts of a language by the English ones. A text with a count has a form for each kind of number. */
export type Catalogue = Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>
type Values = Record<string, string | number>

let catalogue: Catalogue = {}

/** `public/theme.js` has chosen it before the first paint. */
export const language = globalThis.document?.documentElement.lang || 'en'

/** The person's own kind of the language ("de-AT"), for dates and numbers. */
export const locale = globalThis.navigator?.languages.find((tag) => tag.split('-')[0] === language) ?? language

/** Before any other module: their texts are chosen when they are loaded. */
export function setCatalogue(texts: Catalogue): void {
  catalogue = texts
}

/**
 * Says an English text in the person's language: `t('Leave {channel}', { channel })`. `context` tells texts apart that are
 * the same in English only. `npm run words` lists what is not translated.
 */
export function t(text: string, values?: Values, context?: string): string {
  return fill(find(text, context), values)
}

/** The same with elements among the words: `tParts('{name} left', { name: <b>Ana</b> })`. */
export function tParts(text: string, values: Record<string, ReactNode>): ReactNode {
  return fillParts(find(text), values)
}

/** A text with a number: `plural(3, '{count} reply', '{count} replies')`. */
export function plural(count: number, one: string, other: string, values?: Values): string {
  const kind = new Intl.PluralRules(language).select(count)
  const forms = catalogue[other]
  const text = (typeof forms === 'object' && (forms[kind] ?? forms.other)) || (kind === 'one' ? one : other)
  return fill(text, { count: formatNumber(count), ...values })
}

/** Fills the placeholders of a text that is said already. Without values they stay. */
export function fill(text: string, values?: Values): string {
  return values ? split(text, values).join('') : text
}

export function fillParts(text: string, values: Record<string, ReactNode>): ReactNode {
  return createElement(Fragment, null, ...split(text, values))
}

export function formatNumber(count: number): string {
  return count.toLocaleString(locale)
}

function find(text: string, context?: string): string {
  const known = catalogue[context ? `${text} [${context}]` : text]
  return typeof known === 'string' ? known : text
}

function split<Value>(text: string, values: Record<string, Value>): (string | Value | undefined)[] {
  return text.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? values[part] : part))
}
