/** Fields whose values let somebody act, by what they are called in a fixture. */
const secretFields: Readonly<Record<string, string>> = {
  access_token: 'token',
  bot_access_token: 'token',
  authorization: 'token',
  client_secret: 'client-secret',
  code: 'code',
  code_verifier: 'code-verifier',
  configuration_url: 'url',
  id_token: 'id-token',
  refresh_token: 'refresh-token',
  response_url: 'response-url',
  signing_secret: 'signing-secret',
  token: 'token',
  trigger_id: 'trigger',
  interactivity_pointer: 'trigger',
  upload_url: 'upload-url',
  verification_token: 'verification-token',
}

const tokens = /\bx(?:ox[a-z]|app)[.-][\w.-]+/g
/** Addresses that work for whoever knows them: webhooks, response URLs, sockets, uploads. */
const secretUrls =
  /\b(?:https?|wss?):\/\/[^\s"'<>|]*?(?:\/services\/T|\/actions\/T|\/commands\/T|\/hooks\/|\/link\/|\/upload\/|[?&](?:ticket|secret|token|pub_secret|sig)=)[^\s"'<>|]*/g
const tokenKinds: Readonly<Record<string, string>> = { xoxb: 'bot-token', xoxp: 'user-token', xapp: 'app-token' }
/** These are many, and do not occur in other fields. */
const ownFieldsOnly: ReadonlySet<string> = new Set(['trigger', 'response-url', 'upload-url', 'socket-url', 'url'])
/** Shorter ones occur in words that are none. */
const shortestKnown = 8

/** Puts placeholders in the place of secrets. The same secret has the same placeholder everywhere in a fixture. */
export class Mask {
  readonly #placeholders = new Map<string, string>()
  /** Secrets that may stand in any text. */
  readonly #anywhere = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  /** A copy of JSON without secrets. */
  value(value: unknown, field = ''): unknown {
    if (typeof value === 'string') return this.#field(value, field)
    if (Array.isArray(value)) return value.map((one) => this.value(one, field.replace(/s$/, '')))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [this.text(name), this.value(inner, name)]))
  }

  /** A text without tokens, secret addresses, and secrets that were met before. */
  text(text: string): string {
    let masked = text.replace(tokens, (found) => this.secret(found))
    masked = masked.replace(secretUrls, (found) => this.secret(found, 'url'))
    for (const [secret, placeholder] of this.#anywhere) masked = masked.replaceAll(secret, placeholder)
    return masked
  }

  /** The placeholder of a secret. */
  secret(secret: string, kind = 'token'): string {
    const known = this.#placeholders.get(secret)
    if (known !== undefined) return known
    const name = tokenKinds[secret.slice(0, 4)] ?? kind
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    const placeholder = `<${name}-${count}>`
    this.#placeholders.set(secret, placeholder)
    if (secret.length >= shortestKnown && !ownFieldsOnly.has(kind)) this.#anywhere.set(secret, placeholder)
    return placeholder
  }

  /** Texts that hold JSON, such as blocks and payloads of a form, are masked by field too. */
  #field(value: string, field: string): string {
    const kind = secretFields[field]
    if (kind !== undefined && value !== '') return this.secret(value, kind)
    if (/^\s*[[{]/.test(value)) {
      try {
        return JSON.stringify(this.value(JSON.parse(value)))
      } catch {
        // It only looks like JSON.
      }
    }
    return this.text(value)
  }
}
