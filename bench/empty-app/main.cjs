// The least that opens a window: what Electron itself costs on this machine.
const { app, BrowserWindow } = require('electron');

app.enableSandbox();
app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1280, height: 800, show: false });
  window.once('ready-to-show', () => window.show());
  window.loadFile('index.html');
});
