// A server process that only carries bytes: between its own pipes and a port of the process that plays the server.
import { connect } from 'node:net';

const socket = connect(Number(process.argv[2]), '127.0.0.1');
socket.on('error', () => process.exit(0));
socket.on('close', () => process.exit(0));
process.stdout.on('error', () => process.exit(0));
process.stdin.pipe(socket);
socket.pipe(process.stdout);
