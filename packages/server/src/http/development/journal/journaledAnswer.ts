import { maskTokens } from '#http/api/secrets'

const maxTextLength = 2000
const maxItems = 20

/** Fields of answers that are secrets, or lead to something that works once. */
const secretFields: ReadonlySet<string> = new Set([
  'access_token',
  'refresh_token',
  'id_token',
  'client_secret',
  'signing_secret',
  'verification_token',
  'upload_url',
])
/** Their names do not tell, so they are secrets only in the answers of methods that declare their answer one. */
const secretFieldsOfSecretAnswers: ReadonlySet<string> = new Set(['url', 'configuration_url'])

/**
 * The JSON of an answer as the journal shows it: without secrets, with the beginnings of long texts and lists. Ids and cursors
 * keep their places, so that a test can go on from them. An answer that was shortened before stays as it is.
 */
export function toJournaledAnswer(json: string, isSecret: boolean): Record<string, unknown> {
  const isHidden = (name: string) => secretFields.has(name) || (isSecret && secretFieldsOfSecretAnswers.has(name))
  return JSON.parse(json, function (this: unknown, name: string, value: unknown): unknown {
    if (typeof value === 'string') {
      if (isHidden(name)) return '[secret]'
      const masked = maskTokens(value)
      return masked.length > maxTextLength ? `${masked.slice(0, maxTextLength)}…` : masked
    }
    if (Array.isArray(value) && value.length > maxItems + 1)
      return [...value.slice(0, maxItems), `… ${value.length - maxItems} more`]
    return value
  })
}
