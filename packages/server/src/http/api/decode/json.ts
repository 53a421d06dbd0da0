import { exceedsBound, maxDepth, maxValues } from '#rpc/args/json'
import { decodeError } from './decodeError.ts'

/** Throws `invalid_json`, or `invalid_arguments` for JSON that is nested too deep or has too many values. `source` names the text in the error. */
export function parseJsonBody(text: string, source: string): unknown {
  const exceeded = exceedsBound(text)
  if (exceeded === 'levels')
    throw decodeError('invalid_arguments', `${source} nests JSON more than ${maxDepth} levels deep: flatten it.`)
  if (exceeded === 'values')
    throw decodeError('invalid_arguments', `${source} has more than ${maxValues} JSON values: send fewer in one call.`)
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw decodeError('invalid_json', `${source} is not JSON: ${reason}.`)
  }
}
