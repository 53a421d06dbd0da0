import type { Variable, VariableNames } from './names.ts'

/** The lines of a test, in order. A variable that no later line uses is not declared. */
export class Script {
  readonly #names: VariableNames
  readonly #lines: (() => string)[] = []

  constructor(names: VariableNames) {
    this.#names = names
  }

  variable(word: string): Variable {
    return { name: this.#names.numbered(word), used: false }
  }

  add(line: string): void {
    this.#lines.push(() => line)
  }

  /** `code` is a promise of the value. */
  declare(variable: Variable, code: string): void {
    this.#lines.push(() => `${variable.used ? `const ${variable.name} = ` : ''}await ${code}`)
  }

  /** A blank line, unless there is one already. */
  pause(): void {
    if (this.#lines.length > 0 && this.#lines.at(-1)?.() !== '') this.add('')
  }

  lines(): string[] {
    return this.#lines.map((line) => line())
  }
}
