import type { ExportDirectory, ExportedApp, ExportedEntry } from '#inspect/export/entries.ts'
import { toJsText, toTemplatePart } from '#inspect/export/literals.ts'
import { type Variable, VariableNames } from './names.ts'

/** Who and what plays in a test, by the names that the test has for them. */
export class Cast {
  readonly names = new VariableNames()
  readonly directory: ExportDirectory
  readonly #entries: readonly ExportedEntry[]
  readonly #people = new Map<string, Variable>()
  readonly #apps = new Map<string, Variable>()
  readonly #channels = new Set<string>()

  constructor(directory: ExportDirectory, entries: readonly ExportedEntry[]) {
    this.directory = directory
    this.#entries = entries
    for (const [i, { id, name }] of directory.people.entries())
      this.#people.set(id, { name: this.names.of(name, `person${i + 1}`), used: false })
    for (const [i, { id, name }] of directory.apps.entries())
      this.#apps.set(id, { name: this.names.of(name, `app${i + 1}`), used: false })
  }

  /** The variable of a person; undefined for somebody who is not in the directory. */
  person(id: string): string | undefined {
    return use(this.#people.get(id))
  }

  app(id: string): string | undefined {
    return use(this.#apps.get(id))
  }

  isPerson(id: string | undefined): boolean {
    return id !== undefined && this.#people.has(id)
  }

  get people(): { id: string; name: string; variable: Variable }[] {
    return this.directory.people.flatMap((one) => {
      const variable = this.#people.get(one.id)
      return variable ? [{ ...one, variable }] : []
    })
  }

  get apps(): (ExportedApp & { variable: Variable })[] {
    return this.directory.apps.flatMap((one) => {
      const variable = this.#apps.get(one.id)
      return variable ? [{ ...one, variable }] : []
    })
  }

  /** The names of the channels that the test names. */
  get channels(): string[] {
    return this.directory.channels.filter(({ id }) => this.#channels.has(id)).map(({ name }) => name)
  }

  /** The place of a channel in code: `'#general'`, or the app of a direct message. */
  place(channel: string): string {
    const known = this.directory.channels.find(({ id }) => id === channel)
    if (known) {
      this.#channels.add(channel)
      return toJsText(`#${known.name}`)
    }
    return this.#appOfDirectMessage(channel) ?? toJsText(channel)
  }

  /** A text in code. Ids of people, apps and channels, and mentions of them, become variables. */
  text(text: string): string {
    const parts = text.split(/(<[@#][A-Z0-9]+(?:\|[^>]*)?>|\b[A-Z][A-Z0-9]{2,}\b)/)
    const code = parts.map((part, i) => (i % 2 === 1 ? this.#reference(part) : undefined))
    if (code.every((one) => one === undefined)) return toJsText(text)
    return `\`${parts.map((part, i) => (code[i] === undefined ? toTemplatePart(part) : code[i])).join('')}\``
  }

  #reference(part: string): string | undefined {
    const [, mark, id = part] = /^<([@#])([A-Z0-9]+)/.exec(part) ?? []
    const app = this.directory.apps.find((one) => one.botUser === id || one.id === id)
    const variable = this.person(id) ?? (app && this.app(app.id))
    if (variable !== undefined) {
      if (mark === '@') return `\${${variable}}`
      return app ? `\${${variable}.${app.id === id ? 'id' : 'botUser'}}` : `\${${variable}.id}`
    }
    const channel = this.directory.channels.find((one) => one.id === id)
    if (!channel) return undefined
    this.#channels.add(id)
    const code = `\${server.channel(${toJsText(channel.name)}).id}`
    return mark === '#' ? `<#${code}>` : code
  }

  /** The only app, or the one that is sent something from the direct message or that writes there. */
  #appOfDirectMessage(channel: string): string | undefined {
    const found = this.#entries.find(
      (entry) =>
        (entry.kind === 'delivery' && entry.channel === channel) ||
        (entry.kind === 'call' && entry.app !== undefined && entry.args['channel'] === channel),
    )
    const [only, ...others] = this.directory.apps
    const id = found && 'app' in found ? found.app : others.length === 0 ? only?.id : undefined
    return id === undefined ? undefined : this.app(id)
  }
}

function use(variable: Variable | undefined): string | undefined {
  if (variable) variable.used = true
  return variable?.name
}
