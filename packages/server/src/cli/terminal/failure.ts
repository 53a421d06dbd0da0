/** A command was used wrongly: exit code 2. */
export class WrongUsage extends Error {}

/** A server refused what a command asked for, with its error code. */
export class Refused extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}
