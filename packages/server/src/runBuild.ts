import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire, getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/**
 * Runs the build. The engine compiles most functions where they are first called, and Node's own compile cache is
 * written before any is called. So this keeps what the engine has compiled once the program runs, beside Node's cache.
 */
const program = join(import.meta.dirname, 'main.cjs')
/** Commands and servers call different functions. */
const kind = ['dev', 'serve'].includes(process.argv[2] ?? '') ? 'server' : 'command'
/** A server is ready after this time, in milliseconds, and has forgotten none of its functions. */
const readyMs = 2000

run()

function run(): void {
  const source = readFileSync(program)
  const directory = getCompileCacheDir()
  const sourceHash = crc32(source)
  const file = directory && join(directory, `${kind}.compiled`)
  const compiled = file === undefined ? undefined : read(file, sourceHash)
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: program,
    ...(compiled ? { cachedData: compiled } : {}),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  if (file !== undefined && (!compiled || script.cachedDataRejected === true)) keepLater(file, sourceHash, script)
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(program), module, program, import.meta.dirname)
}

function keepLater(file: string, sourceHash: number, script: Script): void {
  const keep = (): void => {
    process.off('exit', keep)
    try {
      write(file, sourceHash, script.createCachedData())
    } catch {} // a directory that cannot be written to, or a full disk: the next start is as slow as this one
  }
  setTimeout(keep, readyMs).unref()
  process.on('exit', keep)
}

/** What was kept, if it is whole and belongs to this source. The engine itself compares no more than the length. */
function read(file: string, sourceHash: number): Buffer | undefined {
  try {
    const bytes = readFileSync(file)
    const compiled = bytes.subarray(8)
    return bytes.readUInt32LE(0) === sourceHash && bytes.readUInt32LE(4) === crc32(compiled) ? compiled : undefined
  } catch {
    return undefined // there is none yet
  }
}

function write(file: string, sourceHash: number, compiled: Buffer): void {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(sourceHash, 0)
  head.writeUInt32LE(crc32(compiled), 4)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${process.pid}`
  try {
    writeFileSync(unfinished, Buffer.concat([head, compiled]), { mode: 0o600 })
    renameSync(unfinished, file)
  } finally {
    rmSync(unfinished, { force: true })
  }
}
