import { resolve } from 'node:path'
import { readConfig } from '#config'
import { findRunning } from '#server/diagnosis/findRunning'
import { DevelopmentServer, toOrigin } from './developmentServer.ts'

/** The flags that say which development server a command is for. */
export interface Place {
  url?: string | undefined
  settings: Record<string, unknown>
}

/** How long a server that was not named may take to say that it is there. */
const probeMs = 1000

/**
 * The development server that is named, that holds the data directory, or that answers where one would be. Throws an error
 * that says how to start one.
 */
export async function findServer({ url, settings }: Place): Promise<DevelopmentServer> {
  const named = url ?? (process.env['RIVULET_URL'] || undefined)
  if (named !== undefined) return new DevelopmentServer(toOrigin(named, url === undefined ? 'RIVULET_URL' : '--url'))
  const { data, host, port } = readConfig(settings, process.env)
  const directory = resolve(data)
  const running = data === ':memory:' ? undefined : findRunning(directory)
  if (running?.url !== undefined) {
    if (running.dev && isOfThisMachine(running.url)) return new DevelopmentServer(running.url)
    throw new Error(
      `The server of ${directory} is no development server, which this command needs. Start one elsewhere with \`rivulet dev\`, and name it with --url or RIVULET_URL.`,
    )
  }
  const usual = new DevelopmentServer(`http://${host.includes(':') ? `[${host}]` : host}:${port}`)
  const isThere = await usual.get('/control/clock', AbortSignal.timeout(probeMs)).then(
    () => true,
    () => false,
  )
  if (isThere) return usual
  throw new Error(
    `No development server runs on the data in ${directory}, and none answers at ${usual.url}. Start one with \`rivulet dev\`, or name one with --url or RIVULET_URL.`,
  )
}

/** Tokens of the environment are sent to the server. What a data directory says must not lead them to another machine. */
function isOfThisMachine(url: string): boolean {
  return URL.canParse(url) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)
}
