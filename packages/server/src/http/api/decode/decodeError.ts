/** [ORD 4, 5] Why a call could not be read. */
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

export class DecodeError extends Error {
  readonly fault: DecodeFault
  /** Bytes of the body are still to come. The connection has to close after the answer, or they would be read as the next call. */
  readonly isBodyUnread: boolean

  constructor(fault: DecodeFault, bodyLeft = false) {
    super(`${fault.error}: ${fault.detail}`)
    this.name = 'Undecodable'
    this.fault = fault
    this.isBodyUnread = bodyLeft
  }
}

export function decodeError(error: DecodeFault['error'], detail: string): DecodeError {
  return new DecodeError({ error, detail })
}
