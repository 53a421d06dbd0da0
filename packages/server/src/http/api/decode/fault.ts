/** Why a call could not be read: steps 4 and 5 of the order of checks, before anybody looks at tokens or arguments. */
export interface DecodeFault {
  error:
    | 'invalid_post_type'
    | 'missing_post_type'
    | 'invalid_charset'
    | 'invalid_form_data'
    | 'invalid_json'
    | 'json_not_object'
    | 'invalid_arguments'
    | 'request_timeout'
    | 'invalid_array_arg'
    | 'invalid_arg_name'
  detail: string
}

export class Undecodable extends Error {
  readonly fault: DecodeFault
  /** Bytes of the body are still to come: after the answer the connection has to be closed, or they read as the next call. */
  readonly bodyLeft: boolean

  constructor(fault: DecodeFault, bodyLeft = false) {
    super(`${fault.error}: ${fault.detail}`)
    this.name = 'Undecodable'
    this.fault = fault
    this.bodyLeft = bodyLeft
  }
}

export function undecodable(error: DecodeFault['error'], detail: string): Undecodable {
  return new Undecodable({ error, detail })
}
