import { isDeeperThan, maxDepth } from '#rpc/args/json'
import { decodeError } from './decodeError.ts'

/** Throws `invalid_json`, or `invalid_arguments` for JSON that is nested too deep. `source` names the text in the error. */
export function parseJsonBody(text: string, source: string): unknown {
  if (isDeeperThan(maxDepth, text)) {
    throw decodeError('invalid_arguments', `${source} nests JSON more than ${maxDepth} levels deep: flatten it.`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw decodeError('invalid_json', `${source} is not JSON: ${reason}.`)
  }
}
