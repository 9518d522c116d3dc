/** What the server is started with each time, over anything in the cluster's own files. */
export function serverSettings(socketFolder: string): string[] {
  return Object.entries({
    cluster_name: 'countersign',
    listen_addresses: '',
    // A list, where a comma or a blank in the path would begin another entry.
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '60',
    // Parallel queries share memory in /dev/shm, of which a container has 64 MB.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // We read what it says. Statements and the details of errors hold personal data: they stay out.
    log_destination: 'stderr',
    logging_collector: 'off',
    lc_messages: 'C',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
