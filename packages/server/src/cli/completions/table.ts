import type { Command, Option } from 'commander'
import { argumentNames, valuesOf } from '#cli/develop/callArguments'
import { hintTable } from '#http/development/hints/table'
import { errorCatalogue } from '#cli/errorCatalogue'
import { configNames, describeSetting } from '#config'
import { recipes } from '#http/development/trigger/recipes'
import { methods } from '#methods/index'

/** A word that a shell may complete to, and what it is. */
export type Choice = [word: string, about: string]

/** What can follow the words that have been typed, without flags and their values. */
export interface Context {
  /** The words from the command on: `user add`. */
  path: string
  words: Choice[]
  flags: Choice[]
}

/** Everything that the shells know. */
export interface CompletionTable {
  contexts: Context[]
  /** What follows a flag that takes a value. An empty list stands for files. */
  values: Map<string, Choice[]>
  /** By method and argument, `chat.postMessage mrkdwn`: the values that it may have. */
  argumentValues: Map<string, string[]>
}

/** Makes the table of the tree of commands, and of what their arguments name. */
export function completionTable(program: Command): CompletionTable {
  const contexts = contextsBelow(program, '')
  const flags = contextsWithOptions(program)
  const values = new Map<string, Choice[]>()
  for (const option of flags)
    if (takesValue(option)) for (const name of namesOf(option)) values.set(name, valuesFor(option))
  for (const option of flags)
    for (const name of namesOf(option))
      if (!takesValue(option) && values.has(name))
        throw new Error(`The flag ${name} takes a value in one command alone.`)
  const argumentValues = new Map<string, string[]>()
  for (const method of methods.values()) {
    contexts.push({ path: `call ${method.name}`, words: argumentsOf(method), flags: flagsOf(callOf(program)) })
    for (const name of argumentNames(method)) {
      const choices = valuesOf(method, name)
      if (choices.length > 0) argumentValues.set(`${method.name} ${name}`, choices)
    }
  }
  return { contexts, values, argumentValues }
}

function contextsBelow(command: Command, path: string): Context[] {
  const children = command.commands.map((child): Choice => [child.name(), firstSentence(child.description())])
  const words = children.length > 0 ? children : wordsFor(command, path)
  const below = command.commands.flatMap((child) =>
    contextsBelow(child, path === '' ? child.name() : `${path} ${child.name()}`),
  )
  return [{ path, words, flags: flagsOf(command) }, ...below]
}

/** What the first argument of a command names. */
function wordsFor(command: Command, path: string): Choice[] {
  switch (path) {
    case 'call':
      return [...methods.values()].map(({ name, summary }) => [name, firstSentence(summary)])
    case 'trigger':
      return [...recipes].map(([name, { does }]) => [name, does])
    case 'explain':
      return [
        ...[...errorCatalogue()].map(([code, [meaning]]): Choice => [code, firstSentence(meaning?.wrong ?? '')]),
        ...Object.entries(hintTable).map(([code, { there }]): Choice => [code, firstSentence(there)]),
      ]
    case 'config':
      return configNames.map((name) => [name, firstSentence(describeSetting(name).description)])
    default:
      return (command.registeredArguments[0]?.argChoices ?? []).map((choice) => [choice, ''])
  }
}

function argumentsOf(method: Parameters<typeof argumentNames>[0]): Choice[] {
  return argumentNames(method).map((name) => {
    const about: unknown = Reflect.get(Object(method.args.shape[name]), 'description')
    return [`${name}=`, typeof about === 'string' ? firstSentence(about) : '']
  })
}

function flagsOf(command: Command | undefined): Choice[] {
  const own = (command?.options ?? []).flatMap((option) =>
    namesOf(option).map((name): Choice => [name, firstSentence(option.description)]),
  )
  return [...own, ['--help', 'display help for command']]
}

function callOf(program: Command): Command | undefined {
  return program.commands.find((command) => command.name() === 'call')
}

function contextsWithOptions(command: Command): Option[] {
  return [...command.options, ...command.commands.flatMap(contextsWithOptions)]
}

function namesOf({ short, long }: Option): string[] {
  return [long, short].flatMap((name) => name ?? [])
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional
}

function valuesFor(option: Option): Choice[] {
  if (option.long === '--method')
    return [...methods.values()].map(({ name, summary }) => [name, firstSentence(summary)])
  return (option.argChoices ?? []).map((choice) => [choice, ''])
}

const mostCharacters = 70

/** What a shell shows beside a word: one line without anything that a shell would read. */
function firstSentence(text: string): string {
  const [first = ''] = text.replaceAll(/[`\s]+/g, ' ').split(/[.;:(](?: |$)/)
  const line = first.trim()
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1).trimEnd()}…` : line
}
