import { stringArgument } from '#testing/calls/argumentNames'
import { setMethod } from '#testing/workspace/settings'
import { type CommonRefusal, isWriting } from './commonRefusal.ts'

const form = 'application/x-www-form-urlencoded'
const json = 'application/json; charset=utf-8'

/** Refusals because of a request of the wrong form. */
export const requestRefusals = {
  unknown_method: { 'an unknown name': { method: 'chat.start', detail: 'chat.start' } },
  deprecated_endpoint: {
    'the setting': {
      prepare: (scene, { name }) => setMethod(scene, name, { endpointDeprecated: true }),
      detail: 'deprecated',
    },
  },
  method_deprecated: {
    'the setting': { prepare: (scene, { name }) => setMethod(scene, name, { deprecated: true }), detail: 'deprecated' },
  },
  invalid_post_type: {
    'an unsupported type': { type: 'application/xml', body: '<a/>', detail: 'application/xml' },
    'a compressed body': { headers: { 'content-encoding': 'gzip' }, detail: 'uncompressed' },
    'an unsupported verb': { verb: 'PUT', detail: 'PUT' },
    'GET, to write': { verb: 'GET', appliesTo: (method) => isWriting(method) && !method.byGet, detail: 'GET' },
  },
  missing_post_type: { 'a body without a type': { type: '', body: 'channel=C0HELP', detail: 'Content-Type' } },
  invalid_charset: { 'an unsupported charset': { type: `${form}; charset=koi8-r`, body: 'a=1', detail: 'koi8-r' } },
  invalid_form_data: {
    'a bad escape': { type: form, body: 'channel=%GG', detail: '%GG' },
    'no boundary': { type: 'multipart/form-data', body: '--b', detail: 'multipart' },
    'a truncated part': {
      type: 'multipart/form-data; boundary=b',
      body: '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx',
      detail: 'multipart',
    },
  },
  invalid_json: { 'malformed JSON': { type: json, body: '{', detail: 'not JSON' } },
  json_not_object: { 'an array': { type: json, body: '[]', detail: 'object' } },
  invalid_arg_name: {
    'a letter outside ASCII': { args: () => ({ né: 1 }), detail: 'né' },
    'too long': { args: () => ({ ['x'.repeat(256)]: 1 }), detail: '256' },
  },
  invalid_array_arg: {
    brackets: { args: () => ({ 'channel[]': 'C0HELP' }), detail: 'channel[]' },
    'a number in brackets': { args: () => ({ 'channel[0]': 'C0HELP' }), detail: 'channel[0]' },
    'an array for a string': {
      appliesTo: (method) => stringArgument(method) !== undefined,
      args: (method) => ({ [stringArgument(method) ?? '']: ['x'] }),
      detail: (method) => stringArgument(method) ?? '',
    },
  },
  invalid_arguments: {
    'an object for a string': {
      appliesTo: (method) => stringArgument(method) !== undefined,
      args: (method) => ({ [stringArgument(method) ?? '']: { a: 1 } }),
      detail: (method) => `/${stringArgument(method)}]`,
    },
    'too many': {
      args: () => Object.fromEntries(Array.from({ length: 1001 }, (_, i) => [`a${i}`, 1])),
      detail: '1000',
    },
  },
} satisfies Record<string, Record<string, CommonRefusal>>
