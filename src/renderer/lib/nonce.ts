import { setNonce } from 'get-nonce';

/** This load's style nonce, as main wrote it into the page. */
export const styleNonce =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? '');

// The scroll lock under Mantine's Modal injects a style element of its own and asks get-nonce for the nonce.
if (styleNonce) setNonce(styleNonce);
