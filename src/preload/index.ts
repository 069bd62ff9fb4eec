import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { Bridge } from '../shared/bridge.ts';
import { CALL_NAMES, type CallError, channelOf, EVENT_NAMES } from '../shared/contract-names.ts';

/** Electron rejects when main has no handler or an answer cannot be copied; the window sees values only. */
const FAULT: CallError = {
  code: 'fault',
  message: 'Gatehouse could not do this because of a fault of its own. Try again.',
  retryable: true,
};

const calls = Object.fromEntries(
  CALL_NAMES.map((name) => [
    name,
    (input?: unknown) =>
      ipcRenderer.invoke(channelOf(name), input).catch(() => ({ ok: false, error: FAULT })),
  ]),
) as unknown as Bridge['calls'];

const on: Bridge['on'] = (event, listener) => {
  if (!EVENT_NAMES.includes(event)) throw new TypeError('There is no such event.');
  const channel = channelOf(event);
  const receive = (_event: IpcRendererEvent, data: Parameters<typeof listener>[0]): void => listener(data);
  ipcRenderer.on(channel, receive);
  return () => {
    ipcRenderer.off(channel, receive);
  };
};

contextBridge.exposeInMainWorld('gatehouse', { calls, on } satisfies Bridge);
