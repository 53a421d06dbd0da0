import type { Caller } from '#domain/access/caller'
import { readManifest } from '#domain/apps/manifest'
import type { Settings } from '#domain/settings/settings'
import type { Method } from '#rpc/method'
import type { Db } from '#store/db'
import type { Remembered } from './remembered.ts'
import { objectsIn } from '#domain/jsonObjects'

type Facts = ReturnType<typeof readManifest>

/** A call as hints see it: what was asked, by whom, and what came of it. */
export class HintedCall {
  /** What was called, whether or not there is such a method. */
  readonly name: string
  readonly method: Method | undefined
  readonly caller: Caller | undefined
  readonly args: Readonly<Record<string, unknown>>
  /** The fields of the answer; undefined if the call was refused. */
  readonly answer: Readonly<Record<string, unknown>> | undefined
  readonly isJson: boolean
  /** Its token is a field of JSON. */
  readonly hasJsonToken: boolean
  /** The codes of the warnings that the answer has anyway. */
  readonly warnings: readonly string[]
  readonly settings: Settings
  readonly db: Db
  /** What hints know of earlier calls. */
  readonly remembered: Remembered

  constructor(call: Omit<HintedCall, 'list' | 'text' | 'value' | 'facts' | 'isOf'>) {
    this.name = call.name
    this.method = call.method
    this.caller = call.caller
    this.args = call.args
    this.answer = call.answer
    this.isJson = call.isJson
    this.hasJsonToken = call.hasJsonToken
    this.warnings = call.warnings
    this.settings = call.settings
    this.db = call.db
    this.remembered = call.remembered
  }

  isOf(...names: string[]): boolean {
    return names.includes(this.name)
  }

  /** A text argument; an empty text if it is none. */
  text(name: string): string {
    const value = this.args[name]
    return typeof value === 'string' ? value : ''
  }

  /** A structured argument, which forms and some SDKs send as JSON in a text. */
  value(name: string): unknown {
    const value = this.args[name]
    if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
    try {
      return JSON.parse(value)
    } catch {
      return undefined
    }
  }

  /** An argument that is an array of objects; empty if it is none. */
  list(name: string): Readonly<Record<string, unknown>>[] {
    return objectsIn(this.value(name))
  }

  /** What the manifest of the calling app says. */
  async facts(): Promise<Facts | undefined> {
    const id = this.caller?.app?.id
    if (id === undefined) return undefined
    const row = await this.db.selectFrom('apps').select('manifest').where('id', '=', id).executeTakeFirst()
    return row && readManifest(row.manifest, id)
  }
}
