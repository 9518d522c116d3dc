// Receives webhooks. Run: java Receive.java
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receive {
  /** The secret. While you replace it, set both the old and the new one, separated by a space. */
  private static final List<byte[]> KEYS =
      Arrays.stream(System.getenv("WEBHOOK_SECRETS").split(" "))
          .map(secret -> Base64.getDecoder().decode(secret.replace("whsec_", "")))
          .toList();

  private static final long MOST_SECONDS = 5 * 60;
  private static final int MOST_BYTES = 1024 * 1024;

  /** In your system, use a unique column of a table. */
  private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

  public static void main(String[] arguments) throws IOException {
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "8080"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", Receive::receive);
    server.setExecutor(Executors.newFixedThreadPool(8));
    server.start();
  }

  private static void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      // Use the body exactly as it arrived: the signature covers its bytes, and re-serialised JSON has other bytes.
      byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
      exchange.sendResponseHeaders(statusFor(exchange, body), -1);
    }
  }

  private static int statusFor(HttpExchange exchange, byte[] body) {
    if (body.length > MOST_BYTES) return 413;
    String id = header(exchange, "webhook-id");
    if (!isGenuine(id, header(exchange, "webhook-timestamp"), header(exchange, "webhook-signature"), body)) return 401;
    if (SEEN.add(id)) {
      // In your system, store the message here, and process it later.
      System.out.println(id + " " + new String(body, StandardCharsets.UTF_8));
    }
    return 204;
  }

  private static boolean isGenuine(String id, String timestamp, String signatures, byte[] body) {
    if (id.isEmpty() || !timestamp.matches("[0-9]{1,15}")) return false;
    if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > MOST_SECONDS) return false;
    ByteArrayOutputStream signed = new ByteArrayOutputStream();
    signed.writeBytes((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    signed.writeBytes(body);
    return KEYS.stream()
        .map(key -> ("v1," + hmac(key, signed.toByteArray())).getBytes(StandardCharsets.UTF_8))
        .anyMatch(expected ->
            Arrays.stream(signatures.split(" "))
                .anyMatch(given -> MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))));
  }

  private static String hmac(byte[] key, byte[] signed) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      return Base64.getEncoder().encodeToString(mac.doFinal(signed));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static String header(HttpExchange exchange, String name) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : value;
  }
}
