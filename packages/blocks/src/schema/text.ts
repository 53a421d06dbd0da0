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

export const plainText = (maxLength = 3000) =>
  z.object({ type: z.literal('plain_text'), text: text(maxLength), emoji: z.boolean().optional() })

const mrkdwn = (maxLength: number) =>
  z.object({ type: z.literal('mrkdwn'), text: text(maxLength), verbatim: z.boolean().optional() })

export const textObject = (maxLength = 3000) => z.discriminatedUnion('type', [plainText(maxLength), mrkdwn(maxLength)])

export const urlSource = z.object({ type: z.literal('url'), text: text(), url: url() })
