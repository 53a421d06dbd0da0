import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithThis } from '#load/children'
import type { Place } from './network/network.ts'

const repository = join(import.meta.dirname, '..', '..', '..')

/** The program of a Redis or Valkey server; undefined if none is installed. */
export const redisProgram = ['redis-server', 'valkey-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** Starts a Redis server that keeps nothing. */
export async function startRedis({ host, command }: Place) {
  const port = await findFreePort()
  let running: ChildProcess
  await start()
  return { url: `redis://${host}:${port}`, start, kill, freeze, thaw }

  /** Starts it again at the same port, empty. */
  async function start(): Promise<void> {
    const settings = ['--bind', host, '--protected-mode', 'no', '--save', '', '--appendonly', 'no']
    const [program = '', ...args] = [...command, redisProgram ?? '', '--port', String(port), ...settings]
    running = endWithThis(spawn(program, args, { stdio: 'ignore' }))
    while (!(await isListening(host, port))) {
      if (running.exitCode !== null) throw new Error(`${redisProgram} ended before it listened.`)
      await sleep(20)
    }
  }
  async function kill(): Promise<void> {
    const closed = once(running, 'close')
    running.kill('SIGKILL')
    await closed
  }
  /** From now on it takes connections and answers nothing. */
  function freeze(): void {
    running.kill('SIGSTOP')
  }
  function thaw(): void {
    running.kill('SIGCONT')
  }
}

/** Starts a server with script/postgres. A line on standard input restarts it as a crash would; the end of the input ends it. */
const postgresScript = `
. "$1/script/postgres"
start_postgres "$2/postgres" fsync=off "listen_addresses=$3" "hba_file=$2/hba" >"$2/postgres.log" 2>&1 </dev/null || postgres=
echo "$postgres"
[ -n "$postgres" ] || exit 1
trap '' INT TERM
cd /
while read -r _; do
  $as "$bin/pg_ctl" -D "$data/db" -l "$data/log" -m immediate -w -t 120 restart >/dev/null 2>&1
  echo restarted
done
stop_postgres`

/** Starts a PostgreSQL server that keeps its files below `home`. */
export async function startPostgres(home: string, { host, command }: Place) {
  await writeFile(join(home, 'hba'), 'local all all trust\nhost all all 0.0.0.0/0 trust\n')
  const [program, ...args] = [...command, 'sh', '-c', postgresScript, 'postgres', repository, home, host]
  const shell = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(shell, 'close')
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]()
  const readLine = async (): Promise<string> => String((await lines.next()).value ?? '')
  const url = (await readLine()).replace('127.0.0.1', host)
  if (url === '') throw new Error('PostgreSQL did not start. Install it, or give the address of one with --store.')
  return {
    url,
    async restart(): Promise<void> {
      shell.stdin.write('restart\n')
      await readLine()
    },
    async stop(): Promise<void> {
      shell.stdin.end()
      await closed
    },
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

function isListening(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, host, () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
