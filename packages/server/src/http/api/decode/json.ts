import { deeperThan, maxDepth } from '#rpc/args/structured'
import { undecodable } from './fault.ts'

/** Throws `invalid_json`, or `invalid_arguments` where it is nested too deep; both say so of `what`. */
export function parseJson(text: string, what: string): unknown {
  if (deeperThan(maxDepth, text)) {
    throw undecodable('invalid_arguments', `${what} nests JSON more than ${maxDepth} levels deep: flatten it.`)
  }
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw undecodable('invalid_json', `${what} is not JSON: ${reason}.`)
  }
}
