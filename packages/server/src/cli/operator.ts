import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '#config'
import { type ConfigurationToken, issueConfigurationToken } from '#domain/apps/configurationToken'
import {
  type AppDetails,
  type AppSelector,
  deleteApp,
  type DeletedApp,
  getAppDetails,
  saveApp,
} from '#domain/apps/manage'
import type { Manifest } from '#domain/apps/manifest'
import { adminSocketPath } from '#http/operator/adminSocket'
import { openStore } from '#server/openStore'
import type { Tx } from '#store/db'

/** An app, and the server that it connects to. */
export interface AppAndServer {
  /** Where the server is, without a slash at the end. */
  url: string
  dev: boolean
  app: AppDetails & { updated?: boolean; installedBy?: string | undefined }
}

/** What the operator does with apps: through a running server, or in its data if none is running. */
export interface OperatorClient {
  install(manifest: Manifest, selector: AppSelector & { by?: string | undefined }): Promise<AppAndServer>
  environment(selector: AppSelector & { newTokens: boolean }): Promise<AppAndServer>
  uninstall(selector: AppSelector): Promise<DeletedApp>
  configurationToken(selector: AppSelector & { by?: string | undefined }): Promise<ConfigurationToken>
}

export type OperatorSettings = Pick<Config, 'data' | 'store' | 'host' | 'port' | 'public_url'>

/** Uses the development server at `url` if one is given, otherwise the server of the data directory, or its data. */
export function createOperatorClient(settings: OperatorSettings, url: string | undefined): OperatorClient {
  if (url !== undefined) return remoteClient(requestOverHttp(url))
  if (settings.store !== undefined) return localClient(settings)
  const directory = resolve(settings.data)
  if (!existsSync(join(directory, 'rivulet.db')))
    throw new Error(
      `The directory ${directory} holds no data of a server. Start \`rivulet dev\` here first, name another directory with --data, or name a development server with --url.`,
    )
  const socketPath = adminSocketPath(directory)
  return socketPath !== undefined && existsSync(socketPath)
    ? remoteClient(requestOverSocket(socketPath), () => localClient(settings))
    : localClient(settings)
}

type SendRequest = (path: string, body: object) => Promise<string>

function remoteClient(send: SendRequest, fallback?: () => OperatorClient): OperatorClient {
  async function call<T>(path: string, body: object, callFallback: (client: OperatorClient) => Promise<T>): Promise<T> {
    const answer = await send(path, body).catch((error: unknown) => {
      if (fallback && isSocketDead(error)) return undefined
      throw error
    })
    if (answer === undefined && fallback) return callFallback(fallback())
    const result: (T & { ok: true }) | { ok: false; detail: string } = JSON.parse(answer ?? '')
    if (result.ok) return result
    throw new Error(result.detail)
  }
  return {
    install: (manifest, selector) =>
      call('/control/apps', { manifest, ...selector }, (client) => client.install(manifest, selector)),
    environment(selector) {
      const { newTokens, ...others } = selector
      const body = { ...others, new_tokens: newTokens }
      return call('/control/apps/environment', body, (client) => client.environment(selector))
    },
    uninstall: (selector) => call('/control/apps/uninstall', selector, (client) => client.uninstall(selector)),
    configurationToken: (selector) =>
      call('/control/apps/configuration-token', selector, (client) => client.configurationToken(selector)),
  }
}

/** Whether the socket file was left behind by a server that died. */
function isSocketDead(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT')
}

function requestOverHttp(url: string): SendRequest {
  return async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new Error(`No server answers at ${url}: ${error instanceof Error ? error.message : String(error)}`)
    })
    if (response.status === 404)
      throw new Error(
        `${url} is not a development server. To reach another server, name its data directory with --data.`,
      )
    return response.text()
  }
}

function requestOverSocket(socketPath: string): SendRequest {
  return (path, body) =>
    new Promise((done, failed) => {
      const headers = { 'content-type': 'application/json', host: 'localhost' }
      const outgoing = request({ socketPath, path, method: 'POST', headers, agent: false }, (response) => {
        text(response).then(done, failed)
      })
      outgoing.once('error', failed).end(JSON.stringify(body))
    })
}

/** Opens the data, changes it and closes it. Used when no server is running. */
function localClient(settings: OperatorSettings): OperatorClient {
  const url = settings.public_url ?? `http://${settings.host}:${settings.port}`
  async function writeOnce<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { store } = await openStore(settings, false)
    try {
      return await store.write(work)
    } finally {
      await store.close()
    }
  }
  async function writeApp(work: (tx: Tx) => Promise<AppDetails>): Promise<AppAndServer> {
    return { url, dev: false, app: await writeOnce(work) }
  }
  return {
    install: (manifest, selector) => writeApp((tx) => saveApp(tx, manifest, selector, 'new')),
    environment: ({ newTokens, ...selector }) =>
      writeApp((tx) => getAppDetails(tx, selector, newTokens ? 'new' : 'find')),
    uninstall: (selector) => writeOnce((tx) => deleteApp(tx, selector)),
    configurationToken: (selector) => writeOnce((tx) => issueConfigurationToken(tx, selector)),
  }
}
