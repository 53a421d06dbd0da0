import { codePoints } from '@rivulet/blocks/codePoints'
import { type Method, refuse } from './method.ts'

const longest = 255

/**
 * [REP-1] What makes a call of a writing method repeatable: the header `Idempotency-Key`, else `client_msg_id`.
 * A method that declares `client_msg_id` has a rule of its own for it.
 */
export function keyOf(
  method: Method,
  header: string | string[] | undefined,
  given: Record<string, unknown>,
): string | undefined {
  if (method.effect === 'read' || method.secret) return undefined
  if (header !== undefined) return checked(header, 'The header Idempotency-Key', '')
  const id = 'client_msg_id' in method.args.shape ? undefined : given['client_msg_id']
  return id === undefined || id === null ? undefined : checked(id, '`client_msg_id`', ' [json-pointer:/client_msg_id]')
}

function checked(key: unknown, name: string, pointer: string): string {
  if (typeof key === 'string' && key !== '' && codePoints(key) <= longest) return key
  const messages = [`${name} must be a string of 1 to ${longest} characters${pointer}`]
  throw refuse('invalid_arguments', `${name} is a text of 1 to ${longest} characters.`, { messages })
}
