/** Whether the process in this container is ready: its health check. */
const answer = await fetch(`http://127.0.0.1:${process.env.OPS_PORT || 9464}/health/ready`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
