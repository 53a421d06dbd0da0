import { z } from 'zod'
import { countCodePoints } from '#codePoints'
import { idPatterns } from '#richText/patterns'

/** A string of 1 to `maxLength` code points. */
export function text(maxLength = Infinity) {
  return textUpTo(maxLength).min(1)
}

/** A string of 0 to `maxLength` code points. */
export function textUpTo(maxLength: number) {
  return z.string().check((ctx) => {
    if (ctx.value.length <= maxLength || countCodePoints(ctx.value) <= maxLength) return
    ctx.issues.push({ code: 'too_big', origin: 'string', maximum: maxLength, input: ctx.value, continue: true })
  })
}

export function integer() {
  return z.int('must provide an integer')
}

export function url() {
  return text(3000)
}

export function httpsUrl() {
  return url().regex(/^https:\/\//i, 'must be an https URL')
}

/** An id that has the form of its kind. */
export function id(kind: keyof typeof idPatterns) {
  return z.string().regex(idPatterns[kind], `input must match regex pattern: ${idPatterns[kind].source}`)
}

export const plainText = (maxLength = 3000) =>
  z.strictObject({ type: z.literal('plain_text'), text: text(maxLength), emoji: z.boolean().optional() })

const mrkdwn = (maxLength: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: text(maxLength), verbatim: z.boolean().optional() })

export const textObject = (maxLength = 3000) => z.discriminatedUnion('type', [plainText(maxLength), mrkdwn(maxLength)])

export const urlSource = z.strictObject({ type: z.literal('url'), text: text(), url: url() })
