import { buttonCases } from './buttonCases.ts'
import { inputCases } from './inputCases.ts'
import type { InteractionCase } from './interactionCase.ts'
import { selectCases } from './selectCases.ts'

/** An interaction with every element, by its type and a variant, and the payload for it as the types of Bolt declare it. */
export const interactionCases: Record<string, InteractionCase> = { ...buttonCases, ...selectCases, ...inputCases }
