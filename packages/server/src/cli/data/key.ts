import { readConfig } from '#config'
import { findKeys, openStore } from '#server/openStore'
import { MissingKey } from '#store/secrets/secrets'
import { createOperatorCall } from '#cli/servers/operatorClient'
import { printJson } from '#cli/administration/print'
import { printNote, runAndReport } from '#cli/report'

/** `rivulet key rotate`. Returns the exit code. */
export async function rotateKey(
  settings: Record<string, unknown>,
  { isLost, json }: { isLost: boolean; json: boolean },
): Promise<number> {
  return runAndReport(async () => {
    if (isLost) return replaceLostKey(settings, json)
    const { sealed } = await createOperatorCall(settings, undefined)<{ sealed: number }>('/control/key/rotate', {})
    const { path } = findKeys(readConfig(settings, process.env))
    if (json) return printJson({ sealed, key: path })
    process.stdout.write(
      `${sealed} secrets are sealed with a new key, which is in ${path}. Renew your copy of this file.\n`,
    )
  })
}

async function replaceLostKey(settings: Record<string, unknown>, json: boolean): Promise<void> {
  const config = readConfig(settings, process.env)
  const opened = await openStore(config, false).catch((error: unknown) => {
    if (error instanceof MissingKey) return undefined
    throw error
  })
  if (opened) {
    await opened.store.close()
    throw new Error('The key is not lost: the database opens with it. To change it, leave out --lost.')
  }
  const { store } = await openStore(config, false, { keysAreLost: true })
  await store.close()
  if (json) printJson({ key: findKeys(config).path })
  else process.stdout.write(`A new key is in ${findKeys(config).path}. Keep a copy of this file.\n`)
  printNote('Every app has new secrets. `rivulet env --app <app>` prints them; each app has to be given its own.')
}
