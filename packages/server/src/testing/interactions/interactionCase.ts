import type { FieldValue } from '#domain/interactions/interactions'
import { plainText } from '#testing/apps/interactiveServer'

const option = (value: string) => ({ text: plainText(value), value })
export const options = [option('one'), option('two'), option('three')]
export const [optionOne, optionTwo] = options
/** The option that the app offers in external selects. */
export const externalOption = option('far')
export const placeholder = plainText('Choose')
export const confirm = {
  title: plainText('Sure?'),
  text: plainText('Really?'),
  confirm: plainText('Yes'),
  deny: plainText('No'),
}

export interface InteractionCase {
  /** The properties of the element besides its type. */
  element: object
  /** The chosen value; undefined for elements that are only pressed. */
  value?: FieldValue
  /** The action in the payload, without ids and time. */
  action: object
  /** The entry in `state.values`; undefined for elements that hold no value. */
  stateValue?: object
}
