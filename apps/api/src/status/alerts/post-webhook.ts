/** Timeout for the receiver, in milliseconds. */
const PATIENCE_MS = 10_000;

/**
 * Sends a JSON message to the operator's own receiver. The egress guard does not apply, because
 * only the operator chooses the URL, and receivers are often in a private network. Redirects are
 * errors, so that nobody else can choose the URL.
 * @throws Error without the URL, which may contain a token
 */
export async function postWebhook(url: string, message: object): Promise<void> {
  let status: number;
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Dipper' },
      body: JSON.stringify(message),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await reply.body?.cancel();
    ({ status } = reply);
  } catch (error) {
    // The message of an error without a cause may quote the URL.
    const { name, cause } = error as Error;
    throw new Error(cause instanceof Error ? cause.message : name);
  }
  if (status < 200 || status > 299) {
    throw new Error(`HTTP ${status}`);
  }
}
