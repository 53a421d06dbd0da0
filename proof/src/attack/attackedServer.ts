import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, type ServerOptions, startServer } from '#load/server'

export interface AttackedServer extends Server {
  host: string
  port: number
  /** The memory of the process, in MiB. */
  readRss(): Promise<number>
  /** How many file descriptors are open. */
  countDescriptors(): Promise<number>
}

/** Starts a server in a directory of its own for one attack, and kills it afterwards. */
export async function withAttackedServer<Result>(
  use: (server: AttackedServer) => Promise<Result>,
  options: ServerOptions = {},
): Promise<Result> {
  const home = await mkdtemp(join(tmpdir(), 'rivulet-attack-'))
  try {
    const server = await startServer(home, options)
    const { hostname: host, port } = new URL(server.api)
    const readRss = async () =>
      Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
    const countDescriptors = async () => (await readdir(`/proc/${server.pid}/fd`)).length
    try {
      return await use({ ...server, host, port: Number(port), readRss, countDescriptors })
    } finally {
      await server.kill()
    }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
