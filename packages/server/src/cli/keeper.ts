import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '#config'
import {
  configurationToken,
  type Configuring,
  dropApp,
  type Dropped,
  keepApp,
  keptApp,
  type KeptApp,
  type Named,
} from '#domain/apps/manage'
import type { Manifest } from '#domain/apps/manifest'
import { doorIn } from '#http/operator/adminSocket'
import { openStore } from '#openStore'
import type { Tx } from '#store/db'

/** An app, and the server that it connects to. */
export interface Kept {
  /** Where the server is, without a slash at the end. */
  url: string
  dev: boolean
  app: KeptApp & { updated?: boolean; installedBy?: string | undefined }
}

/** Whoever keeps the server, wherever it is: one that runs is asked, else its data is opened. */
export interface Keeper {
  install(manifest: Manifest, named: Named & { by?: string | undefined }): Promise<Kept>
  environment(named: Named & { newTokens: boolean }): Promise<Kept>
  uninstall(named: Named): Promise<Dropped>
  configurationToken(named: Named & { by?: string | undefined }): Promise<Configuring>
}

export type KeeperSettings = Pick<Config, 'data' | 'store' | 'host' | 'port' | 'public_url'>

/** With an address: the development server there. Else who holds the data directory, or the data itself. */
export function keeperOf(settings: KeeperSettings, url: string | undefined): Keeper {
  if (url !== undefined) return asking(httpAsk(url))
  if (settings.store !== undefined) return opening(settings)
  const directory = resolve(settings.data)
  if (!existsSync(join(directory, 'rivulet.db')))
    throw new Error(
      `There is no server's data in ${directory}. Start \`rivulet dev\` here first, name the directory with --data, or a development server with --url.`,
    )
  const door = doorIn(directory)
  return door !== undefined && existsSync(door) ? asking(socketAsk(door), () => opening(settings)) : opening(settings)
}

type Ask = (path: string, body: object) => Promise<string>

function asking(ask: Ask, otherwise?: () => Keeper): Keeper {
  async function answerOf<T>(path: string, body: object, instead: (keeper: Keeper) => Promise<T>): Promise<T> {
    const answer = await ask(path, body).catch((error: unknown) => {
      if (otherwise && isGone(error)) return undefined
      throw error
    })
    if (answer === undefined && otherwise) return instead(otherwise())
    const read: (T & { ok: true }) | { ok: false; detail: string } = JSON.parse(answer ?? '')
    if (read.ok) return read
    throw new Error(read.detail)
  }
  return {
    install: (manifest, named) =>
      answerOf('/control/apps', { manifest, ...named }, (keeper) => keeper.install(manifest, named)),
    environment(named) {
      const { newTokens, ...others } = named
      const body = { ...others, new_tokens: newTokens }
      return answerOf('/control/apps/environment', body, (keeper) => keeper.environment(named))
    },
    uninstall: (named) => answerOf('/control/apps/uninstall', named, (keeper) => keeper.uninstall(named)),
    configurationToken: (named) =>
      answerOf('/control/apps/configuration-token', named, (keeper) => keeper.configurationToken(named)),
  }
}

/** The socket was left by a server that died. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNREFUSED' || error.code === 'ENOENT')
}

function httpAsk(url: string): Ask {
  return async (path, body) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new Error(`Nothing answers at ${url}: ${error instanceof Error ? error.message : String(error)}`)
    })
    if (response.status === 404)
      throw new Error(`${url} is no development server. Where its data is, name the directory with --data.`)
    return response.text()
  }
}

function socketAsk(socketPath: string): Ask {
  return (path, body) =>
    new Promise((done, failed) => {
      const headers = { 'content-type': 'application/json', host: 'localhost' }
      const asked = request({ socketPath, path, method: 'POST', headers, agent: false }, (response) => {
        text(response).then(done, failed)
      })
      asked.once('error', failed).end(JSON.stringify(body))
    })
}

/** No server runs on it: the data is opened, changed and closed. */
function opening(settings: KeeperSettings): Keeper {
  const url = settings.public_url ?? `http://${settings.host}:${settings.port}`
  async function opened<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { store, release } = await openStore(settings, false)
    try {
      return await store.write(work)
    } finally {
      await store.close()
      release()
    }
  }
  async function told(work: (tx: Tx) => Promise<KeptApp>): Promise<Kept> {
    return { url, dev: false, app: await opened(work) }
  }
  return {
    install: (manifest, named) => told((tx) => keepApp(tx, manifest, named, 'new')),
    environment: ({ newTokens, ...named }) => told((tx) => keptApp(tx, named, newTokens ? 'new' : 'find')),
    uninstall: (named) => opened((tx) => dropApp(tx, named)),
    configurationToken: (named) => opened((tx) => configurationToken(tx, named)),
  }
}
