<?php
// Receives webhooks, as one page of your web server. To try it: php -S 127.0.0.1:8080 receive.php

const MOST_SECONDS = 5 * 60;
const MOST_BYTES = 1024 * 1024;

function is_genuine(string $body): bool
{
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($id === '' || !preg_match('/^[0-9]{1,15}$/D', $timestamp)) return false;
    if (abs(time() - (int) $timestamp) > MOST_SECONDS) return false;
    $given = explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '');
    // The secret. While you replace it, set both the old and the new one, separated by a space.
    foreach (explode(' ', getenv('WEBHOOK_SECRETS')) as $secret) {
        $key = base64_decode(str_replace('whsec_', '', $secret));
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        foreach ($given as $one) {
            if (hash_equals($expected, $one)) return true;
        }
    }
    return false;
}

/** In your system, use a unique column of a table. Here: one file for each message, which only one request can create. */
function is_new(string $id): bool
{
    $folder = getenv('SEEN') ?: sys_get_temp_dir() . '/webhooks-seen';
    @mkdir($folder, 0700);
    return @fopen($folder . '/' . hash('sha256', $id), 'x') !== false;
}

// Use the body exactly as it arrived: the signature covers its bytes, and re-serialised JSON has other bytes.
$body = file_get_contents('php://input', false, null, 0, MOST_BYTES + 1);
if (strlen($body) > MOST_BYTES) {
    http_response_code(413);
} elseif (!is_genuine($body)) {
    http_response_code(401);
} else {
    $id = $_SERVER['HTTP_WEBHOOK_ID'];
    if (is_new($id)) {
        file_put_contents('php://stdout', "$id $body\n"); // in your system, store the message here, and process it later
    }
    http_response_code(204);
}
