/** Where the model is and how to ask for it. The key is a secret: it goes into one header, nowhere else. */
export interface ModelSettings {
  /** The address of the chat completions, complete. */
  address: URL
  name: string
  key: string | undefined
}

const where = 'Add what is missing to the secrets of this deployment (Edit, Secrets) and save.'

/**
 * Reads the settings from the environment, where a deployment's secrets are: `MODEL_BASE_URL`
 * (without `/chat/completions`), `MODEL_NAME` and, if the server wants one, `MODEL_API_KEY`.
 * Throws an error that names every secret that is missing or cannot be used, never a value of one.
 */
export function modelSettings(environment: NodeJS.ProcessEnv): ModelSettings {
  const base = environment.MODEL_BASE_URL?.trim() ?? ''
  const name = environment.MODEL_NAME?.trim() ?? ''
  const key = environment.MODEL_API_KEY?.trim() || undefined
  const missing = [
    base === '' ? 'MODEL_BASE_URL (for example http://127.0.0.1:11434/v1)' : '',
    name === '' ? 'MODEL_NAME (the model to ask for)' : '',
  ].filter(Boolean)
  if (missing.length > 0) {
    throw new Error(`This agent needs ${missing.join(' and ')}. ${where}`)
  }
  const address = URL.canParse(base) ? new URL(base) : undefined
  if (!address || !/^https?:$/.test(address.protocol)) {
    throw new Error('MODEL_BASE_URL is not an http or https address. Correct it in the secrets.')
  }
  if (address.username !== '' || address.password !== '') {
    throw new Error('MODEL_BASE_URL holds a user name or password. Put the key in MODEL_API_KEY.')
  }
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    throw new Error('MODEL_API_KEY holds characters that no header can carry. Enter it again.')
  }
  const path = address.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')
  address.pathname = `${path}/chat/completions`
  return { address, name, key }
}
