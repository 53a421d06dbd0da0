import { z } from 'zod'
import { countCodePoints } from '#codePoints'

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

const patterns = {
  user: /^[UW][A-Z0-9]+$/,
  usergroup: /^S[A-Z0-9]+$/,
  channel: /^[CGD][A-Z0-9]+$/,
  team: /^[TE][A-Z0-9]+$/,
}

/** An id that has the form of its kind. */
export function id(kind: keyof typeof patterns) {
  return z.string().regex(patterns[kind], `input must match regex pattern: ${patterns[kind].source}`)
}

export const plainText = (maxLength = 3000) =>
  z.strictObject({ type: z.literal('plain_text'), text: text(maxLength), emoji: z.boolean().optional() })

const mrkdwn = (maxLength: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: text(maxLength), verbatim: z.boolean().optional() })

export const textObject = (maxLength = 3000) => z.discriminatedUnion('type', [plainText(maxLength), mrkdwn(maxLength)])

export const urlSource = z.strictObject({ type: z.literal('url'), text: text(), url: url() })
