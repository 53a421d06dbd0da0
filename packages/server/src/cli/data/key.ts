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
    const config = readConfig(settings, process.env)
    const { path } = findKeys(config)
    if (json) printJson({ sealed, key: path })
    else process.stdout.write(`${sealed} secrets are sealed with a new key, which is in ${path}.\n`)
    // Servers on other machines have files of their own.
    if (config.store !== undefined)
      printNote(
        `Copy ${path} now to each other machine with a server on this database. Until then, apps get no events from there.`,
      )
    printNote('Renew your copy of the key file.')
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
  if (config.store !== undefined) printNote('Copy this file to each other machine with a server on this database.')
  printNote('Every app has new secrets. `rivulet env --app <app>` prints them; each app has to be given its own.')
}
