import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithThis } from '#load/children'

const repository = join(import.meta.dirname, '..', '..', '..')

/** The program of a Redis or Valkey server; undefined if none is installed. */
export const redisProgram = ['redis-server', 'valkey-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0,
)

/** Starts a Redis server that keeps nothing. */
export async function startRedis() {
  const port = await findFreePort()
  let running: ChildProcess
  await start()
  return { url: `redis://127.0.0.1:${port}`, start, kill, freeze, thaw }

  /** Starts it again at the same port, empty. */
  async function start(): Promise<void> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    running = endWithThis(spawn(redisProgram ?? '', args, { stdio: 'ignore' }))
    while (!(await isListening(port))) {
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
start_postgres "$2/postgres" fsync=off >"$2/postgres.log" 2>&1 </dev/null || postgres=
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
export async function startPostgres(home: string) {
  const args = ['-c', postgresScript, 'postgres', repository, home]
  const shell = spawn('sh', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const closed = once(shell, 'close')
  const lines = createInterface(shell.stdout)[Symbol.asyncIterator]()
  const readLine = async (): Promise<string> => String((await lines.next()).value ?? '')
  const url = await readLine()
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

function isListening(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
