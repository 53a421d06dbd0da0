import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** A server is ready after this time, in milliseconds, and has forgotten none of its functions. */
const readyMs = 2000

/**
 * Loads a build, and returns what it exports. The engine compiles most functions where they are first called, and Node's own
 * compile cache is written before any is called. So this keeps what the engine has compiled once the program runs, in a
 * file. Without a file nothing is kept.
 */
export function loadKept<Exports extends object>(program: string, file: string | undefined): Exports {
  const source = readFileSync(program)
  const sourceHash = crc32(source)
  const compiled = file === undefined ? undefined : read(file, sourceHash)
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: program,
    ...(compiled ? { cachedData: compiled } : {}),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  if (file !== undefined && (!compiled || script.cachedDataRejected === true)) keepLater(file, sourceHash, script)
  const module: { exports: Exports } = { exports: Object({}) }
  script.runInThisContext()(module.exports, createRequire(program), module, program, dirname(program))
  return module.exports
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
