import type { IncomingHttpHeaders } from 'node:http'
import { getSettings } from '#domain/settings/settings'
import type { ServedCall } from '#http/api/servedCall'
import type { Db } from '#store/db'
import type { Hint } from './hint.ts'
import type { HintDeclaration } from './hintDeclaration.ts'
import { HintedCall } from './hintedCall.ts'
import { Remembered } from './remembered.ts'
import { foundHints } from './table.ts'
import { warningHints } from './warningHints.ts'

const declarations: readonly (readonly [string, HintDeclaration])[] = Object.entries(foundHints)
const warnings: ReadonlyMap<string, string> = new Map(
  Object.entries(warningHints).map(([code, { words }]) => [code, words]),
)

/** Finds in calls what would fail or surprise on the public service. In development only. */
export class Hints {
  /** Whether answers carry them as warnings; the journal has them in any case. */
  readonly areSent: boolean
  readonly #remembered = new Remembered()

  constructor({ areSent }: { areSent: boolean }) {
    this.areSent = areSent
  }

  /** `answer`: the fields of the answer; undefined if the call was refused. */
  async find(db: Db, served: ServedCall, headers: IncomingHttpHeaders, answer: object | undefined): Promise<Hint[]> {
    const { name, method, caller, args = {}, envelope } = served
    const isJson = headers['content-type']?.startsWith('application/json') === true
    const call = new HintedCall({
      name,
      method,
      caller,
      args,
      answer: answer && { ...answer },
      isJson,
      hasJsonToken: isJson && served.token !== undefined && !headers.authorization,
      warnings: envelope.warnings,
      settings: await getSettings(db),
      db,
      remembered: this.#remembered,
    })
    const found = call.warnings.flatMap((code): Hint[] => {
      const detail = warnings.get(code)
      return detail === undefined ? [] : [{ code, detail }]
    })
    for (const [code, declaration] of declarations) {
      const finding = declaration.find(call)
      const detail = finding instanceof Promise ? await finding : finding
      if (detail) found.push({ code, detail })
    }
    return found
  }

  /** What was said once may be said again. */
  clear(): void {
    this.#remembered.clear()
  }
}
