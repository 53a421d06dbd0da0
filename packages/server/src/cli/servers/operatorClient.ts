import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Config, readConfigWithSources } from '#config'
import type { ConfigurationToken } from '#domain/apps/configurationToken'
import type { AppDetails, AppSelector, AppToSave, DeletedApp } from '#domain/apps/manage'
import type { Manifest } from '#domain/apps/manifest'
import { PasswordHasher } from '#domain/people/passwords'
import { findLastAddress } from '#domain/settings/address'
import { createAdministrationServer } from '#http/operator/administration'
import { adminSocketPath } from '#http/operator/adminSocket'
import { tellOfChange } from '#server/openBus'
import { openStore } from '#server/openStore'
import { WorkspaceData } from '#server/workspaceData'
import type { Db } from '#store/db'
import { isThere } from '#store/fileOwner'
import { printNote } from '#cli/report'
import { readAnswer, type Reply } from './answer.ts'
import { DevelopmentServer, toOrigin } from './developmentServer.ts'

/** An app, and the server that it connects to. */
export interface AppAndServer {
  /** Where the server is, without a slash at the end. */
  url: string
  dev: boolean
  app: AppDetails & { updated?: boolean; installedBy?: string | undefined }
}

/** What the operator does with apps: through a running server, or in its data if none is running. */
export interface OperatorClient {
  install(manifest: Manifest, selector: AppToSave): Promise<AppAndServer>
  environment(selector: AppSelector & { newTokens: boolean }): Promise<AppAndServer>
  uninstall(selector: AppSelector): Promise<DeletedApp>
  configurationToken(selector: AppSelector & { by?: string | undefined }): Promise<ConfigurationToken>
}

export interface OperatorSettings extends Pick<
  Config,
  'data' | 'store' | 'key' | 'bus' | 'host' | 'port' | 'public_url'
> {
  /** Whether the host or the port was given, and is not the default. */
  isAddressGiven: boolean
}

/** Uses the development server at `url` if one is given, otherwise the server of the data directory, or its data. */
export function createOperatorClient(flags: Record<string, unknown>, url: string | undefined): OperatorClient {
  const call = createOperatorCall(flags, url)
  return {
    install: (manifest, selector) => call('/control/apps', { manifest, ...selector }),
    environment: ({ newTokens, ...selector }) =>
      call('/control/apps/environment', { ...selector, new_tokens: newTokens }),
    uninstall: (selector) => call('/control/apps/uninstall', selector),
    configurationToken: (selector) => call('/control/apps/configuration-token', selector),
  }
}

/** Sends a request of the operator, and returns its answer. Throws an error with the words of a refusal. */
export type OperatorCall = <T>(path: string, body: object) => Promise<T>

export function createOperatorCall(flags: Record<string, unknown>, url: string | undefined): OperatorCall {
  const { config, from } = readConfigWithSources(flags, process.env)
  if (url !== undefined) {
    const instead = 'To reach another server, name its data directory with --data.'
    const server = new DevelopmentServer(toOrigin(url, '--url'), instead)
    return (path, body) => server.post(path, body)
  }
  const send = chooseWay({ ...config, isAddressGiven: from.has('host') || from.has('port') })
  return async <T>(path: string, body: object) => readAnswer<T>(await send(path, body))
}

/** Sends a request to the server of a data directory, or answers it from the data. */
type SendRequest = (path: string, body: object) => Promise<Reply>

function chooseWay(settings: OperatorSettings): SendRequest {
  if (settings.store !== undefined) return requestInData(settings)
  const directory = resolve(settings.data)
  if (!isThere(join(directory, 'rivulet.db')))
    throw new Error(
      `The directory ${directory} holds no data of a server. Start \`rivulet dev\` here first, name another directory with --data, or name a development server with --url.`,
    )
  const socketPath = adminSocketPath(directory)
  if (socketPath === undefined || !existsSync(socketPath)) return requestInData(settings)
  return (path, body) =>
    requestOverSocket(socketPath)(path, body).catch((error: unknown) => {
      if (isSocketDead(error)) return requestInData(settings)(path, body)
      throw error
    })
}

/** Whether the socket file was left behind by a server that died. */
function isSocketDead(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT')
}

function requestOverSocket(socketPath: string): SendRequest {
  return (path, body) =>
    new Promise((done, failed) => {
      const headers = { 'content-type': 'application/json', host: 'localhost' }
      const outgoing = request({ socketPath, path, method: 'POST', headers, agent: false }, (response) => {
        text(response).then((body) => done({ status: response.statusCode ?? 0, text: body }), failed)
      })
      outgoing.once('error', failed).end(JSON.stringify(body))
    })
}

/**
 * Opens the data, answers one request as a server would, and closes it. Used when no server is running. The answer does
 * not wait for passwords [OPS-11]: the data stays open until they are hashed.
 */
function requestInData(settings: OperatorSettings): SendRequest {
  return async (path, payload) => {
    const { store } = await openStore(settings, false)
    const workspaceData = new WorkspaceData(store, undefined, failInTheEnd)
    let hasChanged = false
    store.onLogged = () => (hasChanged = true)
    try {
      store.db.cache.publicUrl = await addressOf(settings, store.db)
      const server = createAdministrationServer({
        store,
        passwords: new PasswordHasher(),
        applyWorkspace: (source, dryRun) => workspaceData.apply(source, dryRun),
        isDevelopment: false,
        knownTokens: [],
      })
      const { statusCode, body } = await server.inject({ method: 'POST', url: path, payload })
      if (hasChanged && settings.store !== undefined && settings.bus !== undefined)
        await tellOfChange(settings.bus, store).catch(noteNotTold)
      return { status: statusCode, text: body }
    } finally {
      const closed = workspaceData.hashed.then(() => store.close())
      if (workspaceData.isHashing) closed.catch(failInTheEnd)
      else await closed
    }
  }
}

/** What was asked for is done all the same. */
function noteNotTold(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  printNote(`${reason} The change is made, and servers see it within half a second.`)
}

/** Something failed after the answer. */
function failInTheEnd(error: unknown): void {
  printNote(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

/** Where people and apps reach the server: as the settings say, else where it ran last. */
async function addressOf({ public_url, host, port, isAddressGiven }: OperatorSettings, db: Db): Promise<string> {
  const last = isAddressGiven ? undefined : await findLastAddress(db)
  return public_url ?? last ?? `http://${host}:${port}`
}
