import { ConfigError } from '#config'
import { DocumentError } from '#documents/documentError'

/** A flag, an argument or a file of a command is not what it has to be. A setting that is not is a `ConfigError`. */
export class WrongUsage extends Error {}

/** A server refused what a command asked for, with its error code. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** Whether another command line, setting or file would help: exit code 2. */
export function isWrongUsage(error: unknown): error is Error {
  return error instanceof WrongUsage || error instanceof ConfigError || error instanceof DocumentError
}
