import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { WrongUsage } from '#cli/terminal/failure'
import { nearest, suggestion } from '#documents/didYouMean'
import { methods } from '#methods/index'
import type { Method } from '#rpc/method'

/** Finds a method; undefined if there is none and anything goes. */
export function findMethod(name: string, any: boolean): Method | undefined {
  const found = methods.get(name)
  if (found || any) return found
  const near = nearest(name, methods.keys(), 3, Math.max(2, Math.floor(name.length * 0.4)))
  const meant = near.length > 0 ? ` Did you mean ${near.join(', ')}?` : ''
  throw new WrongUsage(`There is no method ${JSON.stringify(name)}.${meant} /openapi.json of a server lists them all.`)
}

/** The names of the arguments that a method declares. */
export function argumentNames(method: Method): string[] {
  return Object.keys(method.args.shape)
}

/**
 * Reads `name=text` and `name:=JSON`. A text goes as it is, as in a form: the server reads numbers, lists and blocks from it.
 * `name:=@file` takes the JSON of a file. Throws `WrongUsage`.
 */
export function readArguments(words: readonly string[], method: Method | undefined): Record<string, unknown> {
  const args: Record<string, unknown> = {}
  for (const word of words) {
    const [, name, sign, value = ''] = /^([^=:]+)(:?=)(.*)$/s.exec(word) ?? []
    if (name === undefined)
      throw new WrongUsage(`${JSON.stringify(word)} is no argument: give it as name=value or name:=JSON.`)
    if (method) checkName(method, name)
    if (Object.hasOwn(args, name)) throw new WrongUsage(`The argument ${JSON.stringify(name)} is given twice.`)
    args[name] = sign === ':=' ? readJson(name, value) : value
  }
  return args
}

function checkName(method: Method, name: string): void {
  const known = argumentNames(method)
  if (known.includes(name) || method.args.def.catchall !== undefined || name === 'token') return
  const all = known.length > 0 ? ` It takes ${known.join(', ')}.` : ' It takes none.'
  const meant = suggestion(name, known)
  throw new WrongUsage(
    `${method.name} has no argument ${JSON.stringify(name)}${meant.startsWith('; did') ? meant : '.'}${all} --any sends it all the same.`,
  )
}

function readJson(name: string, value: string): unknown {
  const text = value.startsWith('@') ? readJsonFile(name, value.slice(1)) : value
  try {
    return JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new WrongUsage(`The argument ${JSON.stringify(name)} is no JSON: ${reason}. As a text it is ${name}=…`)
  }
}

function readJsonFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new WrongUsage(`The file of the argument ${JSON.stringify(name)} cannot be read: ${reason}`)
  }
}

/** The values that an argument may have, if they are few and known. */
export function valuesOf(method: Method, name: string): string[] {
  return choicesOf(method.args.shape[name])
}

function choicesOf(schema: z.core.$ZodType | undefined): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return choicesOf(schema.unwrap())
  if (schema instanceof z.ZodEnum) return schema.options.map(String)
  return schema instanceof z.ZodBoolean ? ['true', 'false'] : []
}
