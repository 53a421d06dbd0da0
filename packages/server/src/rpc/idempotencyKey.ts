import { countCodePoints } from '@rivulet/blocks/codePoints'
import { type Method, refuse } from './method.ts'

const maxLength = 255

/**
 * [REP-1] The idempotency key of a call: the header `Idempotency-Key`, else `client_msg_id`; undefined without one, or
 * for a method that only reads. A method that declares `client_msg_id` handles it itself. Throws `invalid_arguments`.
 */
export function idempotencyKeyOf(
  method: Method,
  header: string | string[] | undefined,
  args: Record<string, unknown>,
): string | undefined {
  if (method.effect === 'read' || method.secret) return undefined
  if (header !== undefined) return checkKey(header, 'The header Idempotency-Key', '')
  const id = 'client_msg_id' in method.args.shape ? undefined : args['client_msg_id']
  return id === undefined || id === null || id === ''
    ? undefined
    : checkKey(id, '`client_msg_id`', ' [json-pointer:/client_msg_id]')
}

function checkKey(key: unknown, name: string, pointer: string): string {
  if (typeof key === 'string' && key !== '' && countCodePoints(key) <= maxLength) return key
  const messages = [`${name} must be a string of 1 to ${maxLength} characters${pointer}`]
  throw refuse('invalid_arguments', `${name} must be a string of 1 to ${maxLength} characters.`, { messages })
}
